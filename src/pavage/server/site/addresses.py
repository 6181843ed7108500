"""Where a visitor comes from: the address that counts, behind proxies that the operator named too.

`X-Forwarded-For` is a wish that anybody can send. It is believed from a named proxy only, and of what it says
only what named proxies added: read from the right, the first address that is none of them.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Sequence

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
GET_ADDRESS = 0x8915
"""What Linux calls SIOCGIFADDR; its answer bears the address in its bytes 20 to 23."""
HOUSEHOLD = 64
"""The bits of an IPv6 address that one household has: whoever has one such address has all of its network."""


def read_proxies(text: str) -> tuple[Network, ...]:
    """Addresses and networks, with commas between them. Anything else raises a ValueError that names it."""
    return tuple(_network(part.strip()) for part in text.split(",")) if text.strip() else ()


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise ValueError(text) from None


def is_among(host: str, proxies: Sequence[Network]) -> bool:
    address = _parsed(host)
    return address is not None and any(address in network for network in proxies)


def real_address(peer: str, forwarded: Iterable[str], proxies: Sequence[Network]) -> str:
    """Who talks to us: whoever is connected, or for whom a named proxy speaks."""
    if not is_among(peer, proxies):
        return peer
    real = peer
    for written in reversed([part for line in forwarded for part in line.split(",")]):
        address = _parsed(_without_port(written.strip()))
        if address is None:
            break  # whoever wrote this, it was no proxy of ours
        real = str(address)
        if not is_among(real, proxies):
            break
    return real


def own_addresses() -> list[str]:
    """Where other devices find this computer, one address for each of its networks; the likeliest first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which way it would go
        found.append(asking.getsockname()[0])
    # A network that leads nowhere, as one made by a router in the classroom, has no such way.
    found += _of_interfaces()
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [host for host in dict.fromkeys(found) if not is_this_computer(host) and host != "0.0.0.0"]


def _of_interfaces() -> list[str]:
    """The address of each network card, where the system can be asked for it."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # a card that has none
                told = fcntl.ioctl(asking, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def counted(host: str) -> str:
    """What limits are counted by: an IPv4 address, the network of an IPv6 one."""
    address = _parsed(host)
    if address is None or address.version == 4:
        return host if address is None else str(address)
    return str(ipaddress.ip_network((address, HOUSEHOLD), strict=False))


def is_this_computer(host: str) -> bool:
    address = _parsed(host)
    return address is not None and address.is_loopback


def _parsed(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _without_port(written: str) -> str:
    """`192.0.2.1:4711` and `[2001:db8::1]:4711` are written by some proxies."""
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written
