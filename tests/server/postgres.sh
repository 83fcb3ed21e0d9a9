#!/bin/sh
# Debian's PostgreSQL for the storage tests, where it is missing and may be installed; they are skipped without it.
set -eu
command -v initdb >/dev/null 2>&1 && exit 0
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo 'Installing postgresql for the storage tests' >&2
    {
        apt-get -qq update && apt-get -qq install --yes --no-install-recommends postgresql-common &&
            # The tests start a server of their own; the machine shall have none.
            sed -i 's/^#\? *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf &&
            apt-get -qq install --yes --no-install-recommends postgresql
    } >/dev/null 2>&1 && exit 0
fi
echo 'No PostgreSQL here: the storage tests will only run on SQLite' >&2
