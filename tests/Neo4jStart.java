import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.neo4j.server.CommunityBootstrapper;
import org.neo4j.server.NeoBootstrapper;

/**
 * Starts a Neo4j Community server on a folder: `java -cp JARS Neo4jStart.java FOLDER shared|detached`.
 *
 * While it lives it holds a lock on FOLDER/server.pid, which has its process id in it. A shared server ends when no
 * process holds a lock on FOLDER/users any more. The operating system frees such locks when a process dies in
 * whatever way, and a forked child does not inherit them: no server outlives the tests that it was started for.
 */
public class Neo4jStart {
    private static final long WATCH_MILLISECONDS = 300;

    // A channel that can be collected would be closed, and its lock with it.
    private static FileChannel running;
    private static FileChannel users;

    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        running = open(folder.resolve("server.pid"));
        // Who only looks whether a server runs holds the lock for a moment.
        for (int tries = 0; running.tryLock() == null; tries++) {
            if (tries == 10) {
                System.err.println("another server is running on " + folder);
                System.exit(1);
            }
            Thread.sleep(50);
        }
        running.truncate(0);
        running.write(StandardCharsets.US_ASCII.encode(Long.toString(ProcessHandle.current().pid())));
        if (args[1].equals("shared")) {
            users = open(folder.resolve("users"));
            Thread watch = new Thread(Neo4jStart::haltWhenUnused, "users");
            watch.setDaemon(true);
            watch.start();
        }
        int status = NeoBootstrapper.start(
            new CommunityBootstrapper(), "--home-dir=" + folder, "--config-dir=" + folder.resolve("conf"), "--console-mode");
        if (status != 0) {
            System.exit(status);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static void haltWhenUnused() {
        try {
            while (users.tryLock() == null) {
                Thread.sleep(WATCH_MILLISECONDS);
            }
            System.err.println("nobody uses the server any more");
        } catch (IOException | InterruptedException e) {
            e.printStackTrace();
        } finally {
            // Not exit: its hooks would wait for open transactions, and the data outlives a crash as well.
            Runtime.getRuntime().halt(1);
        }
    }
}
