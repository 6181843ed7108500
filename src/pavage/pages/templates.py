"""Templates of pages: what is filled in is escaped, unless it is markup that we made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

__all__ = ["Markup", "environment", "macro", "render"]


def environment(package: str, folder: str) -> Environment:
    """Return the templates of a folder in a package."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


@cache
def _pages() -> Environment:
    return environment("pavage", "pages/templates")


def render(name: str, /, **values: Any) -> Markup:
    """Fill a template of this folder."""
    return Markup(_pages().get_template(name).render(values))


def macro(name: str, part: str) -> Callable[..., Markup]:
    """Return a macro of a template, which makes a part of a page."""
    found: Callable[..., Markup] = getattr(_pages().get_template(name).module, part)
    return found
