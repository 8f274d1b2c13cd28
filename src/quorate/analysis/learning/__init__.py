"""What outcomes teach: how far each voter can be trusted, and how many voices a panel really is.

Everything here is pure and uses floating point: it describes a record and decides nothing. Where the record is to
decide, its weights are frozen as exact thousandths first.
"""
