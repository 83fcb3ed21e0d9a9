#!/bin/sh
# Debian's Chromium for the browser tests, where it is missing and may be installed; they are skipped without it.
set -eu
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo 'Installing chromium for the browser tests' >&2
    { apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium; } >/dev/null 2>&1 && exit 0
fi
echo 'No chromium here: the browser tests will be skipped' >&2
