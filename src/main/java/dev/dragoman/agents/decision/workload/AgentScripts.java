package dev.dragoman.agents.decision.workload;

import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.CdTarget.Mode;

/**
 * Shell scripts that run in the pods of agents: one when they start, and one before they stop. They
 * need an image with the agent's own scripts, a shell, and curl for requests to the pool.
 */
final class AgentScripts {
    /**
     * Functions that find the agent's directory and its processes. The pattern {@code Agent\.NAME}
     * does not match the arguments of grep itself, which have the backslash.
     */
    private static final String PROCESSES =
            """
            here=
            home() { [ -n "$here" ] || { cd "${AZP_DIRECTORY:-/azp}" 2>/dev/null && here=$(pwd -P); }; }
            running() { grep -l "$2Agent\\.$1" /proc/[0-9]*/cmdline 2>/dev/null; }
            busy() { [ -n "$(running Worker "")" ]; }
            none() { printf '#!/bin/sh\\n# config.kept.sh\\n' >"config.none.$$" && chmod +x "config.none.$$" && mv -f "config.none.$$" config.sh; }
            remove() { ./config.sh remove --unattended --auth PAT --token "$AZP_TOKEN" >/dev/null 2>&1; }
            home
            """;

    /**
     * Replaces the agent's config.sh. The preStop hook calls config.sh, and so does the image when
     * a job is over. The new script keeps one agent of each CDTarget in the pool: Azure DevOps
     * queues no job for an empty pool. It keeps the agent with the lowest number. However many
     * agents end at a time, all agree on that agent, since later agents have higher numbers. If
     * that agent has a job, the script fails, as Azure DevOps would refuse to remove it. A pool
     * that does not answer is asked a few times; then the agent is removed. The token is not among
     * curl's arguments, which other processes can read.
     */
    private static final String KEEP =
            """
            keep() {
              { [ -f config.sh ] && ! grep -q config.kept.sh config.sh; } || return 0
              cat >"config.new.$$" <<'END'
            #!/bin/sh
            here=$(dirname "$0")
            [ "$1" = remove ] && [ -f "$here/.agent" ] || exec "$here/config.kept.sh" "$@"
            token=$AZP_TOKEN; last=
            for word in "$@"; do [ "$last" != --token ] || token=$word; last=$word; done
            number() { grep -o "\\"$1\\": *[0-9]*" "$here/.agent" | tr -dc 0-9; }
            pool=$(number poolId); mine=$(number agentId)
            ask() { printf 'user = ":%s"\\n' "$token" | curl -fsS --max-time 10 -K - "${AZP_URL%/}/_apis/distributedtask/pools/$pool/agents$1api-version=6.0" 2>/dev/null; }
            first() {
              for filter in "demands=CDTARGET_STAYS%20-equals%20$CDTARGET_STAYS&" ""; do
                answer=$(ask "?$filter") || return 2
                case $answer in *'"value"'*) ;; *) return 2 ;; esac
                ids=$(printf %s "$answer" | grep -o '"id": *[0-9][0-9]*' | tr -dc '0-9\\n' | sort -n)
                for id in $ids; do
                  if [ "$id" = "$mine" ]; then
                    for least in $ids; do [ "$least" = "$mine" ]; return; done
                  fi
                done
              done
              return 1
            }
            said=1
            if [ -n "$pool" ] && [ -n "$mine" ] && [ -n "$token" ] && command -v curl >/dev/null; then
              tries=0
              while :; do
                first; said=$?
                [ "$said" = 2 ] && [ "$tries" -lt 3 ] && [ ! -f "$here/.untold" ] || break
                tries=$((tries + 1)); sleep 5
              done
              [ "$said" != 2 ] || : >"$here/.untold"
            fi
            [ "$said" = 0 ] || exec "$here/config.kept.sh" "$@"
            if ask "/$mine?includeAssignedRequest=true&" | grep -q '"assignedRequest"'; then echo "agent $mine has a job" >&2; exit 1; fi
            echo "agent $mine stays in its pool, offline: jobs are queued for a pool that has an agent"
            END
              chmod +x "config.new.$$" && cp -p config.sh "config.own.$$" || return 0
              if grep -q config.kept.sh "config.own.$$"; then rm -f "config.own.$$" "config.new.$$"; return 0; fi
              mv -f "config.own.$$" config.kept.sh && mv -f "config.new.$$" config.sh
            }
            """;

    /**
     * Waits until the agent has no job, and removes it from the pool; the container runs meanwhile.
     * Without the agent's scripts it only waits for the process that runs jobs. An agent that
     * cannot be removed in two minutes stays in the pool; then config.sh is disabled, so that the
     * image does not go on trying.
     */
    private static final String LEAVE =
            """
            tries=0
            while :; do
              if ! busy; then
                [ -x ./config.sh ] && [ -n "$AZP_TOKEN" ] || exit 0
                [ "$tries" -gt 0 ] || end=$(($(date +%s) + 120))
                if [ "$tries" -ge 12 ] || [ "$(date +%s)" -ge "$end" ]; then none; exit 0; fi
                tries=$((tries + 1))
                remove && exit 0
                [ -f .agent ] || exit 0
              fi
              sleep 5
            done
            """;

    /**
     * Ends an agent of a ScaledJob that gets no job: its job was cancelled, or another agent has
     * it. The agent leaves the pool first; the pool refuses that if the agent has a job by now. An
     * agent that cannot leave ends a minute later.
     */
    private static final String IDLE =
            """
                if busy; then idle=0; tries=0; else idle=$((idle + 5)); fi
                if [ "$idle" -gt "$limit" ]; then
                  tries=$((tries + 1))
                  if [ ! -x ./config.sh ] || [ -z "$AZP_TOKEN" ] || remove; then over=yes; elif [ "$tries" -ge 12 ] && ! busy; then none; over=yes; fi
                fi
            """;

    private static final String LIMIT =
            """
            limit=$CDTARGET_IDLE_SECONDS
            case $limit in "" | *[!0-9]*) limit=600 ;; esac
            """;

    private static final String END =
            """
              if [ "$over" = yes ] && ! busy; then for p in $(running Listener "$here/.*"); do kill -TERM "$(basename "${p%/cmdline}")"; done; fi
            """;

    private AgentScripts() {}

    /** Whether KEDA may scale the target to zero agents, as it does by default. */
    static boolean mayBeNone(CdTarget target) {
        return target.number("minReplicaCount").orElse(0) == 0;
    }

    /** The postStart script; empty if there is nothing to do. */
    static String start(CdTarget target) {
        boolean once = target.mode() == Mode.SCALED_JOB;
        var authorities = target.caCertRef().isEmpty() ? "" : "update-ca-certificates";
        if (!once && !mayBeNone(target)) {
            return authorities;
        }
        return (authorities.isEmpty() ? "" : authorities + " || exit $?\n")
                + PROCESSES
                + (mayBeNone(target) ? KEEP : "keep() { :; }\n")
                + (once ? LIMIT : "")
                + watch(once ? IDLE : "", once ? END : "");
    }

    /** A loop that runs in the background as long as the agent is registered. */
    private static String watch(String idle, String end) {
        return """
            (
            idle=0; tries=0; over=; seen=
            while :; do
              home
              if [ -n "$here" ] && [ -f .agent ]; then
                seen=yes
                keep
            %s  elif [ "$seen" = yes ]; then exit 0
              fi
            %s  sleep 5
            done
            ) </dev/null >/dev/null 2>&1 &
            """
                .formatted(idle, end);
    }

    /** The preStop script. */
    static String stop(CdTarget target) {
        return PROCESSES + (mayBeNone(target) ? KEEP + "[ -z \"$here\" ] || keep\n" : "") + LEAVE;
    }
}
