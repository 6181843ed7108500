"""Texts to read in the browser, from Markdown, with boards as pictures: rules, glossary, history."""
