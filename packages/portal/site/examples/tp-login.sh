tp login --credentials data/demo.json &&
  tp whoami
