tp login --profile test --credentials data/demo.json &&
  tp partners --profile test &&
  tp profiles
