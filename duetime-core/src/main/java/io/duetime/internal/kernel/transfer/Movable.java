package io.duetime.internal.kernel.transfer;

/** An engine whose store can be taken out as a whole and put into another one. */
public interface Movable {
  /** The way in and out. */
  Transfer transfer();
}
