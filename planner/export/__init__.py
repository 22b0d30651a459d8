"""What leaves the program: a workbook with live formulas, tables as text, and a report as plain values."""
