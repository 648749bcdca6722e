"""What reports are made of: tables of figures as files, and one page without network.

No game is known here: `columns` and `files` are tables, `view` what a page has, `charts` its
pictures, `page` puts them into the template.
"""
