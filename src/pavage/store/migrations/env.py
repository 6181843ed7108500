"""Alembic runs this: the connection comes from `engine.configuration`."""

from alembic import context

from pavage.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
