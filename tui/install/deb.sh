#!/usr/bin/env bash
# deb.sh STAGE OUT PACKAGE…: a Debian package of what `make install` put into STAGE/reins, into the folder OUT. It depends on the
# libraries that the program is linked with (dpkg-shlibdeps), on those that it loads late, and on the PACKAGEs.
set -euo pipefail
stage=$1 out=$(cd "$2" && pwd)
shift 2
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$stage"
program=reins/usr/bin/reins
version=$("$program" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
maintainer='the reins authors <reins@packages.debian.org>'
strip --remove-section=.comment --remove-section=.note "$program"

# What config/late.h loads stands in the program as a soname of its own, and dpkg-shlibdeps does not see it.
needed=$(objdump -p "$program" | awk '$1 == "NEEDED" { print $2 }')
late=$(grep -aoE 'lib[a-z0-9_+-]+\.so\.[0-9]+' "$program" | sort -u | grep -vxF "$needed" | while read -r soname; do
    dpkg-query -S "*-linux-gnu/$soname" | cut -d: -f1
done | sort -u)
[ -n "$late" ] || { echo "reins: deb: no package of a library that is loaded late was found" >&2; exit 1; }

# dpkg-shlibdeps reads the source package's control file.
mkdir -p debian reins/DEBIAN
printf 'Source: reins\n\nPackage: reins\nArchitecture: any\n' >debian/control
linked=$(dpkg-shlibdeps -O -e"$program" | sed 's/^shlibs:Depends=//')

# Policy 11.8.5: fonts of an X server are recommended, not depended on. Without a session bus or an accessibility bus a sandbox
# works, too.
depends=$linked recommends='xterm, tmux'
for package in $late "$@"; do
    case $package in
    xfonts-* | dbus-daemon | at-spi2-core) recommends+=", $package" ;;
    *) depends+=", $package" ;;
    esac
done

share=reins/usr/share
mkdir -p "$share/doc/reins" "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_reins" "$share/zsh/vendor-completions/" # Debian keeps the other for the administrator
rmdir "$share/zsh/site-functions"
gzip -9n "$share"/man/man*/*
cp "$source/README.md" "$share/doc/reins/"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: reins\n\nFiles: *\n'
    sed -n 's/^Copyright (c) /Copyright: /p' "$source/LICENSE"
    printf 'License: Expat\n'
    sed '1,/^Copyright/d; 1,/^$/{/^$/d}; s/^$/./; s/^/ /' "$source/LICENSE"
} >"$share/doc/reins/copyright"
printf 'reins (%s) unstable; urgency=medium\n\n  * Built from its source tree by make deb.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")" | gzip -9n >"$share/doc/reins/changelog.gz"
chmod -R u=rwX,go=rX reins
cat >reins/DEBIAN/control <<EOF
Package: reins
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN reins | cut -f1)
Depends: $depends
Recommends: $recommends
Section: x11
Priority: optional
Description: supervisor console for agents that use a computer
 An agent sees a screen and presses keys and moves the mouse, nothing else.
 reins shows its live screen, every reasoning module's output and the exact
 input that would follow; a person approves, edits or rejects each action.
EOF
(cd reins && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
package=reins_${version}_$architecture.deb
dpkg-deb --root-owner-group --build reins "$out/$package" >/dev/null
echo "reins: $package (sudo apt install ./$package)"
