"""Published claims against the data: ledgers, verdicts, arithmetic from print, and the way back to rows."""
