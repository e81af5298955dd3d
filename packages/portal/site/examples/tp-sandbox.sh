tp sandbox check --credentials data/demo.json -- node my-client.mjs
