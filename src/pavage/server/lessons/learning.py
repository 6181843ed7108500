"""Learning: lessons to play through, and pages to read."""

from __future__ import annotations

from fastapi import APIRouter

from pavage.server.lessons import reading
from pavage.server.lessons import routes as lessons_api

router = APIRouter()
router.include_router(lessons_api.router)
router.include_router(reading.router)
