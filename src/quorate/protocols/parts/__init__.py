"""What protocols are made of, built in or added: the fields and names of their documents, the parts of verdicts."""
