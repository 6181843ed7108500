"""Printing from the browser: a preview of each page, and the whole as PDF or SVG."""
