"""What a Neo4j server is made of: a Java that can run it, and its jars from Maven, kept in the user's cache."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from platformdirs import user_cache_path

from tests.neo4j_locks import exclusive

DEFAULT_VERSION = "5.26.26"
"""The release that is started where none is named: long-term support, Java 17 or later."""

_DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
_POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>neo4j-server</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>{version}</version></dependency>
  </dependencies>
</project>
"""
# Where packages, container images, Homebrew, macOS and SDKMAN put their Javas.
_JAVA_HOMES = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/*",
    "/opt/java/*",
    "/opt/homebrew/opt/openjdk*",
    "/usr/local/opt/openjdk*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    f"{Path.home()}/.sdkman/candidates/java/*",
)


# The packages that Neo4j's own start script opens; the serial collector needs a third less memory.
_JVM = (
    "-Xms512m",
    "-Xmx1g",
    "-XX:+UseSerialGC",
    "--enable-native-access=ALL-UNNAMED",
    *(
        f"--add-opens=java.base/{package}=ALL-UNNAMED"
        for package in ("java.io", "java.lang", "java.nio", "java.util.concurrent", "sun.nio.ch")
    ),
)


class Neo4jServerError(Exception):
    """The server cannot be had, does not start or does not end; the message says why and shows the log's end."""


def java_and_maven(version: str = DEFAULT_VERSION) -> str | None:
    """Why a server of `version` cannot run here and what to install; None where it can."""
    if sys.platform == "win32":
        return "the launcher runs on Linux and macOS only"
    if find_java(version) is None:
        least = least_java(version)
        return f"Neo4j {version} needs a JDK of Java {least} or later (package openjdk-{least}-jdk, or JAVA_HOME set)"
    if not _folder(version).is_dir() and shutil.which("mvn") is None:
        return f"the jars of Neo4j {version} are fetched with Maven (package maven), and there is no mvn"
    return None


def least_java(version: str) -> int:
    """The oldest Java that a release of Neo4j runs on: 17 for 5.x, 21 for those named after a year."""
    return 17 if version.startswith("5.") else 21


def find_java(version: str) -> Path | None:
    """The first `java` that can run a release: that of JAVA_HOME, that of the PATH, then the usual places."""
    least = least_java(version)
    return next((java for java in _javas() if _java_version(java) >= least), None)


def _javas() -> Iterator[Path]:
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home, "bin", "java")
    if on_path := shutil.which("java"):
        yield Path(on_path)
    for homes in _JAVA_HOMES:
        yield from sorted(Path("/").glob(f"{homes.removeprefix('/')}/bin/java"))


@lru_cache
def _java_version(java: Path) -> int:
    """The major version of a JDK's `java`; 0 where it does not run, or has no compiler for Neo4jStart.java."""
    if not java.exists() or not java.resolve().with_name("javac").exists():
        return 0
    try:
        told = subprocess.run([java, "-version"], check=False, capture_output=True, text=True, timeout=30).stderr
    except (OSError, subprocess.TimeoutExpired):
        return 0
    match = re.search(r'version "(\d+)', told)
    return int(match[1]) if match else 0


def java_command(version: str) -> list[str]:
    """The command that runs a class of a release's; the first call downloads its jars, others wait for that.

    Raises Neo4jServerError where Java or Maven is missing or the download fails; then there is no folder of jars.
    """
    java = find_java(version)
    if (reason := java_and_maven(version)) or java is None:
        raise Neo4jServerError(str(reason))
    folder = _folder(version)
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Also because two Mavens at once can break each other's local repository.
        with exclusive(folder.with_name(f"{version}.lock")):
            if not folder.is_dir():
                _download(version, folder, java)
    # Where this process's like was killed, its Maven went on and left its own.
    for part in folder.parent.glob(f"{version}.part-*"):
        shutil.rmtree(part, ignore_errors=True)
    return [str(java), *_JVM, "-cp", f"{folder}/*"]


def _folder(version: str) -> Path:
    return user_cache_path("nous") / "neo4j-server" / version


def _download(version: str, folder: Path, java: Path) -> None:
    """Fetch beside `folder` and rename at the end, so that it is there whole or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{version}.part-") as part:
        pom, fetched = Path(part, "pom.xml"), Path(part, "jars")
        pom.write_text(_POM.format(version=version), encoding="utf-8")
        command = ["mvn", "--quiet", "--batch-mode", "--strict-checksums", "--file", str(pom)]
        command += [f"{_DEPENDENCY_PLUGIN}:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={fetched}"]
        # The mvn on the PATH may be without a Java of its own.
        environment = os.environ | {"JAVA_HOME": str(java.resolve().parent.parent)}
        done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
        if done.returncode or not (fetched / f"neo4j-{version}.jar").exists():
            told = last_lines(done.stdout + done.stderr)
            raise Neo4jServerError(f"Maven could not fetch Neo4j {version}:\n{told}")
        fetched.rename(folder)


def set_first_password(java: list[str], home: Path, password: str) -> None:
    """Set the password of a server that has not been started yet; `java` is what `java_command` returned."""
    command = [*java, "org.neo4j.cli.AdminTool", "dbms", "set-initial-password", password]
    place = {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    done = subprocess.run(command, check=False, env=os.environ | place, capture_output=True, text=True)
    if done.returncode:
        raise Neo4jServerError(f"cannot set the first password:\n{last_lines(done.stdout + done.stderr)}")


def last_lines(log: str, count: int = 20) -> str:
    """The end of a log, where the reason usually stands."""
    return "\n".join(log.rstrip().splitlines()[-count:])
