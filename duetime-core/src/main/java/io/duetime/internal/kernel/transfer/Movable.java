package io.duetime.internal.kernel.transfer;

/** An engine whose whole store can be moved into another store. */
public interface Movable {
  /** The port through which entries leave and enter the store. */
  Transfer transfer();
}
