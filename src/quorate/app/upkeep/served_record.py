"""The record of a server: made before anybody asks for it, and looked at to see whether the server can work."""

from quorate.app.app import App


class ServedRecord:
    """Nothing of what the record holds is shown here, so nobody needs a scope for it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def prepare(self) -> None:
        """Makes the record where there is none."""
        await self._app.make_record()

    async def check(self) -> None:
        """Raises StoreError where it cannot be read. Anybody may ask, so that nothing waits for it that is written."""
        await self._app.record.positions([])
