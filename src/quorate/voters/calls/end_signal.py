"""How the end of a call is noticed at once: its keeper holds one end of a pipe, and we wait at the other."""

import asyncio


async def is_closed(descriptor: int, patience: float) -> bool:
    """Waits until nobody holds the other end of a pipe any more; False where that takes longer than so many seconds."""
    loop = asyncio.get_running_loop()
    closed = asyncio.Event()
    loop.add_reader(descriptor, closed.set)
    try:
        await asyncio.wait_for(closed.wait(), patience)
    except TimeoutError:
        return False
    else:
        return True
    finally:
        loop.remove_reader(descriptor)
