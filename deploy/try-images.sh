#!/bin/sh
# Builds the images, starts them as compose.yaml says, and sends a download through the proxy. Nothing comes from a registry of
# images: Node, PostgreSQL and Caddy are made from Debian's packages.
#
# It needs Debian 12 or newer, root, and: apt-get install podman runc netavark aardvark-dns docker-compose mmdebstrap openssl
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
for program in podman runc docker-compose mmdebstrap openssl npm; do
  command -v "$program" > /dev/null || { echo "$program is missing, see the top of $0" >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo 'Only root can do this.' >&2; exit 1; }

work=$(mktemp -d /var/tmp/trading-platform-trial-XXXXXX)
export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_STORAGE_CONF="$work/storage.conf"
export DOCKER_HOST="unix://$work/podman.sock" COMPOSE_PROJECT_NAME=trial
# Images and containers of its own, limits that any machine allows.
cat > "$CONTAINERS_STORAGE_CONF" << END
[storage]
driver = "overlay"
runroot = "$work/run"
graphroot = "$work/storage"
END
cat > "$CONTAINERS_CONF" << END
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[network]
network_backend = "netavark"
END

compose() { docker-compose --file "$root/deploy/compose.yaml" --env-file "$work/settings" "$@"; }
service= checks=
end() {
  code=$?
  if [ -e "$work/settings" ]; then
    [ "$code" = 0 ] || compose logs --no-color --tail=20 || true
    compose down --volumes --timeout 30 > /dev/null 2>&1 || true
  fi
  for each in $checks $service; do kill "$each" 2> /dev/null || true; done
  umount "$work/storage/overlay" 2> /dev/null || true
  rm -rf "$work"
  exit "$code"
}
trap end EXIT
trap 'exit 130' INT TERM

echo 'Building what runs here: the demo market …'
npm run --silent --prefix "$root" tree -- tpctl "$work/tree"
node=$(ls "$root"/.toolchain/node-*/bin/node 2> /dev/null || command -v node)
"$node" "$root/tooling/demo-data/dist/main.js" --out "$work/demo" --size small --only members,master > /dev/null

echo 'Making images from packages …'
mkdir "$work/base"
cp "$root"/deploy/trial/* "$work/base/"
sources=$(ls /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2> /dev/null || true)
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
make_root() { mmdebstrap --quiet --variant="$2" --include="$3" "$release" "$work/base/$1.tar" $sources; }
make_root node essential libstdc++6,ca-certificates
make_root postgres apt postgresql
make_root proxy essential adduser,caddy,ca-certificates
cp "$node" "$work/base/node"
cp -rL "$(npm root --global)/npm" "$work/base/npm"
for target in node postgres proxy; do
  podman build --quiet --format docker --target "$target" --tag "localhost/trial/$target:1.0.0" "$work/base" > /dev/null
done

echo 'Building our images …'
# The registry and the certificates of this machine, for npm.
npm config get cafile | sed 's/^/cafile=/; /null/d' > "$work/npmrc"
npm config get registry | sed 's/^/registry=/' >> "$work/npmrc"
commit=$(git -C "$root" rev-parse HEAD)
for target in auth api worker tpctl; do
  podman build --quiet --format docker --network host --file "$root/deploy/Containerfile" --target "$target" \
    --build-arg NODE_IMAGE=localhost/trial/node:1.0.0 --build-arg BUILD_COMMIT="$commit" \
    --volume "$work/npmrc:/root/.npmrc:ro" --volume /etc/ssl/certs:/etc/ssl/certs:ro \
    --tag "localhost/trading-platform/$target:0.0.0-trial" "$root" > /dev/null
done
for target in auth api worker tpctl; do
  podman history --format '{{.Size}} {{.CreatedBy}}' "localhost/trading-platform/$target:0.0.0-trial" | sed -n "/COPY dir/{s/ COPY.*/ are $target's own/p;q}"
done

echo 'Starting the platform …'
"$root/deploy/make-secrets.sh" "$work/secrets"
cat > "$work/settings" << END
VERSION=0.0.0-trial
AUTH_HOST=auth.example.com
API_HOST=api.example.com
TLS=internal
HTTP_PORT=18080
HTTPS_PORT=18443
SECRETS=$work/secrets
POSTGRES_IMAGE=localhost/trial/postgres:1.0.0
PROXY_IMAGE=localhost/trial/proxy:1.0.0
END
podman system service --time 0 "$DOCKER_HOST" 2> "$work/service.log" &
service=$!
until [ -S "$work/podman.sock" ]; do sleep 0.1; done
# Health checks of Podman are started by systemd, which not every machine runs.
(while sleep 2; do for each in $(podman ps --quiet); do podman healthcheck run "$each" > /dev/null 2>&1 || true; done; done) &
checks=$!

compose up --detach
tpctl() { compose run --rm -T tpctl "$@"; }
tpctl import members - < "$work/demo/members.ndjson"
tpctl import master - < "$work/demo/master.ndjson"
tpctl client create --name trial --redirect-uri https://client.example/callback --json 2> /dev/null > "$work/client.json"
echo trial-password | tpctl user create --user-id trial --member-code 10010001

echo 'Downloading …'
podman cp trial_proxy_1:/data/caddy/pki/authorities/local/root.crt "$work/root.crt"
until [ "$(podman ps --filter health=healthy --format '{{.Names}}' | grep -cE 'auth|api|worker')" = 3 ]; do sleep 1; done
"$node" "$root/deploy/trial/download.mjs" 18443 "$work/root.crt" "$work/demo" "$work/client.json"

echo 'Stopping …'
compose stop
codes=$(podman inspect --format '{{.State.ExitCode}}' trial_auth_1 trial_api_1 trial_worker_1 | sort -u)
[ "$codes" = 0 ] || { echo "A service ended with $codes" >&2; exit 1; }
echo 'All works.'
