"""Framing: from a document and wishes to an opening whose every voter can be asked, before anybody is paid."""
