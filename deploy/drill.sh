#!/usr/bin/env bash
# A rehearsal, from a fresh clone to a bot that goes on from its backup: builds the image and runs it
# as deploy/docker says, with a sandbox for Discord, loses the database in the middle of a duel, and
# restores it. Needs git, uv, and Docker or Podman; only their build caches are left behind.
set -euo pipefail

tree=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
clone=$work/clone
project=duelhost-drill
port=19180 # not the usual one, because another bot may run on this machine
told=()

say() { printf '   %s\n' "$*"; }
fail() { say "$*"; exit 1; }

step() {
  local began=${EPOCHREALTIME/[.,]/} took
  doing=$1
  printf '\n== %s\n' "$1"
  "${@:2}"
  took=$(((${EPOCHREALTIME/[.,]/} - began) / 100000))
  told+=("$(printf '%5d.%d s  %s' $((took / 10)) $((took % 10)) "$1")")
}

choose_engine() {
  if docker info >/dev/null 2>&1; then
    engine=docker compose=(docker compose)
  elif command -v podman >/dev/null; then
    engine=podman compose=(uv run --quiet --project "$clone" podman-compose)
    # Podman would raise limits, which not every root may; Debian's crun doesn't know every cgroup.
    printf '%s\n' '[containers]' 'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]' \
      >"$work/containers.conf"
    if command -v runc >/dev/null; then
      printf '%s\n' '[engine]' 'runtime = "runc"' >>"$work/containers.conf"
    fi
    export CONTAINERS_CONF=$work/containers.conf BUILDAH_FORMAT=docker
  else
    fail "Docker and Podman are missing here: apt-get install podman runc debootstrap"
  fi
  say "$($engine --version)"
}

get_base() {
  base=$(sed -n 's/^ARG PYTHON=//p' "$clone/deploy/docker/Dockerfile")
  if "$engine" pull "$base" >"$work/pull.log" 2>&1; then
    say "$base"
    return
  fi
  say "NOT AS SHIPPED: $base can't be downloaded here:"
  say "$(tail -n 1 "$work/pull.log")"
  say "Using the Python of Debian ${base##*-} instead."
  told+=("            (on Debian's Python instead of $base)")
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv \
    "${base##*-}" "$work/base" >"$work/debootstrap.log"
  # The build gets packages with the same settings as this machine.
  cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
  if [[ -f /etc/pip.conf ]]; then cp /etc/pip.conf "$work/base/etc/"; fi
  base=localhost/$project-base
  tar --directory "$work/base" --create . | "$engine" import - "$base" >/dev/null 2>&1
}

open_discord() {
  coproc PLAYERS {
    exec uv run --quiet --directory "$clone" python -m tests.deploy.players 2>"$work/players.log"
  }
  read -r -t 120 discord token <&"${PLAYERS[0]}"
  export DISCORD_TOKEN_FILE=$work/token
  printf '%s\n' "$token" >"$DISCORD_TOKEN_FILE"
  chmod a+r "$DISCORD_TOKEN_FILE"
  # As it is shipped, but with the sandbox for Discord.
  cat >"$work/drill.yaml" <<END
services:
  bot:
    image: localhost/$project
    build: {network: host, args: {PYTHON: "$base"}}
    network_mode: host
    environment: {DUELHOST_DISCORD_URL: "$discord", DUELHOST_STATUS_PORT: "$port"}
END
  say "$discord"
}

run() {
  "${compose[@]}" --project-name "$project" \
    --file "$clone/deploy/docker/compose.yaml" --file "$work/drill.yaml" "$@" 2>>"$work/compose.log"
}
duelhost() { "$engine" exec "$bot" duelhost "$@"; }
beside() { run run --rm -T "$@"; }

players() {
  printf '%s\n' "$*" >&"${PLAYERS[1]}"
  read -r -t 120 said <&"${PLAYERS[0]}" || fail "$(tail -n 40 "$work/players.log")"
  say "$said"
}

build() {
  run build >"$work/build.log" || fail "$(tail -n 40 "$work/build.log")"
  say "$("$engine" image inspect --format '{{.Size}} bytes' "localhost/$project")"
}

start() {
  run up --detach --no-build >>"$work/compose.log"
  bot=$("$engine" ps --quiet --filter "label=com.docker.compose.project=$project")
  local left=120
  until answer=$(duelhost health 2>&1); do
    ((left--)) || fail "$answer"
    sleep 0.5
  done
  say "$answer"
}

is_contained() {
  local status
  status=$("$engine" exec "$bot" cat /proc/1/status)
  for wanted in "Uid:	10001	10001" "CapEff:	0000000000000000" "NoNewPrivs:	1" "Seccomp:	2"; do
    grep "^$wanted" <<<"$status" || fail "missing in its process status: $wanted"
  done
  if "$engine" exec "$bot" touch /opt/duelhost/x 2>/dev/null; then fail "it can write to its own program"; fi
  say "It can't write to its own program."
}

play() {
  printf '\n' >&"${PLAYERS[1]}" # come in
  players begin
  players play 3
}

back_up() {
  duelhost backup
  players save
}

crash() {
  "$engine" kill --signal KILL "$bot" >/dev/null
  start
  players play
}

lose() {
  run stop >/dev/null
  beside --entrypoint find bot /data -mindepth 1 -print -delete
}

restore() {
  local newest
  newest=$(beside --entrypoint ls bot /backups | tail -n 1)
  beside bot restore "/backups/$newest"
  beside bot check
}

stop() {
  say "peak memory: $("$engine" exec "$bot" grep VmHWM /proc/1/status)"
  run stop >/dev/null
  local code
  code=$("$engine" inspect --format '{{.State.ExitCode}}' "$bot")
  ((code == 0)) || fail "it ended with exit code $code"
}

clean_up() {
  local code=$?
  set +e
  if ((code)); then
    printf '\nThe drill has FAILED at: %s\n' "$doing"
    for log in "$work"/*.log; do
      printf '\n-- %s\n' "$log" && tail -n 20 "$log"
    done
    [[ -n ${bot:-} ]] && "$engine" logs --tail 20 "$bot"
  fi
  if [[ -f $work/drill.yaml ]]; then
    run down --volumes >/dev/null
    "$engine" image rm --force "localhost/$project" "localhost/$project-base" >/dev/null 2>&1
  fi
  [[ -n ${PLAYERS_PID:-} ]] && kill "$PLAYERS_PID"
  rm -rf "$work"
}
trap clean_up EXIT

step "a fresh clone" git clone --quiet "$tree" "$clone"
step "who plays" uv sync --quiet --directory "$clone"
step "who runs containers" choose_engine
step "the image it is built on" get_base
step "a Discord of its own" open_discord
step "the image" build
step "the bot starts" start
step "what it may" is_contained
step "a duel" play
step "a backup" back_up
step "more of the duel, which is not in the backup" players play 2
step "it is killed, and nothing is lost" crash
step "the database is lost" lose
step "the backup is restored, and checked" restore
step "the bot starts again" start
step "the duel goes on from the backup" players come_back
step "to its end" players finish
step "and all is well" duelhost check
step "the bot stops" stop

printf '\nThe drill has gone well.\n'
printf '%s\n' "${told[@]}"
