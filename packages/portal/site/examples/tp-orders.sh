tp order upload data/demo-orders.json --check-only &&
  tp order upload data/demo-orders.json
