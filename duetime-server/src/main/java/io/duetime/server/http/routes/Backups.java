package io.duetime.server.http.routes;

import java.nio.file.Path;

/** Copies the store while it is used. */
@FunctionalInterface
public interface Backups {
  /** Copies it into a folder that is new or empty; takes its time. */
  void into(Path folder);
}
