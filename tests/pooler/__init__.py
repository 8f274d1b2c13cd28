"""The record and the queue behind a real PgBouncer in transaction mode. Run by `sh scripts/pooler`, which needs one."""
