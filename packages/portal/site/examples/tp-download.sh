tp download master --out master.ndjson &&
  tp download trade --target-date-set 2 \
    --target-date-from 2026-11-01 --target-date-to 2026-11-14 \
    --bom --out lines.csv
