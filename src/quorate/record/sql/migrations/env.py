"""Run by alembic: the connection, with its transaction, is passed in."""

from alembic import context

from quorate.record.sql.table_version import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"], version_table=VERSION_TABLE, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
