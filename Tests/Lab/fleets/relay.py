"""A line between a worker and its broker or database: slow, each way with a delay and in order, or silent."""

from __future__ import annotations

import asyncio
import random
import threading

from .processes import SuiteError

PIECE_BYTES = 65536


class Relay:
    """Listens on a loopback port of its own."""

    def __init__(self, address: str, port: int, seed: int) -> None:
        self.port = 0
        self._target = (address, port)
        self._numbers = random.Random(seed)
        self._delay, self._jitter = 0.0, 0.0
        self._passing = asyncio.Event()
        self._passing.set()
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()
        if not self._listening.wait(10):
            raise SuiteError("expected that the relay listens within 10 s")

    def slow(self, seconds: float, jitter: float) -> None:
        """Delays each piece from now on by this long, more or less the jitter."""
        self._delay, self._jitter = seconds, jitter

    def cut(self) -> None:
        """Passes nothing on from now on; connections stay, and others are accepted."""
        self._loop.call_soon_threadsafe(self._passing.clear)

    def mend(self) -> None:
        """Passes on what has come meanwhile, and all that comes."""
        self._loop.call_soon_threadsafe(self._passing.set)

    def close(self) -> None:
        """Ends all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.1))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, there_writer), self._pass(there_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.ensure_future(self._send(pieces, writer))
        due = 0.0
        try:
            while piece := await reader.read(PIECE_BYTES):
                delay = self._delay + self._numbers.uniform(-self._jitter, self._jitter)
                due = max(due, self._loop.time() + delay)
                pieces.put_nowait((due, piece))
        except OSError:
            pass
        pieces.put_nowait((due, b""))
        await sending

    async def _send(self, pieces: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        try:
            while (item := await pieces.get())[1]:
                await asyncio.sleep(max(0.0, item[0] - self._loop.time()))
                await self._passing.wait()
                writer.write(item[1])
                await writer.drain()
        except OSError:
            pass
        writer.close()
