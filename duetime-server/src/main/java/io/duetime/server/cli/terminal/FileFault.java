package io.duetime.server.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Words what is wrong with a file that was named. */
public final class FileFault {
  private FileFault() {}

  /** Why a file cannot be used, without naming it. */
  public static String reason(IOException fault) {
    if (fault instanceof NoSuchFileException) {
      return "no such folder";
    }
    if (fault instanceof AccessDeniedException) {
      return "no permission";
    }
    return fault instanceof FileSystemException known && known.getReason() != null
        ? known.getReason()
        : String.valueOf(fault.getMessage());
  }

  /** What is wrong with a file that was to be read. */
  public static String words(UncheckedIOException fault) {
    Throwable cause = fault.getCause();
    if (cause instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile();
    }
    if (cause instanceof AccessDeniedException denied) {
      return "no permission to read " + denied.getFile();
    }
    if (cause instanceof FileSystemException other && other.getFile() != null) {
      return "cannot read " + other.getFile() + ": " + other.getReason();
    }
    return "cannot read: " + (cause == null ? fault : cause).getMessage();
  }
}
