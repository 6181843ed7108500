raise SystemExit("no licence found")
