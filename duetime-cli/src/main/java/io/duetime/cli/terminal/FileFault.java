package io.duetime.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes why a file cannot be used. */
public final class FileFault {
  private FileFault() {}

  /** The reason, without the name of the file. */
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

  /** A sentence about a file that cannot be read. */
  public static String words(Exception fault) {
    Throwable cause = fault instanceof UncheckedIOException ? fault.getCause() : fault;
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
