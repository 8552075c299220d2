/** Processes, connections and disks that can be disturbed. */
@NullMarked
package io.duetime.engine.tck.torture.process;

import org.jspecify.annotations.NullMarked;
