tp download trade --target-date-set 0 \
  --target-date-from 2020-01-01 --target-date-to 2039-12-31 \
  --not-downloaded-flg 1 --out "slips-$(date +%Y%m%d).ndjson.gz"
