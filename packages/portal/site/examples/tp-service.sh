tp login --client-credentials --profile nightly --credentials data/demo-nightly.json &&
  tp whoami --profile nightly
