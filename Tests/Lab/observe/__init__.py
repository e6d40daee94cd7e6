"""How an operator sees what the fleet does: rules, dashboard, runbook, and the proofs of all three."""
