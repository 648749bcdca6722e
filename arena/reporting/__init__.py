"""The building blocks of reports: tables of figures as files, and self-contained HTML pages.

Games are unknown here. `columns` and `files` write tables, `view` has the parts of a page, `charts`
draws, `page` renders the template.
"""
