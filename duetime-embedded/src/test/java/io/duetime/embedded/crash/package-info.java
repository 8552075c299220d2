/** Tests that kill a process at work and look at what its store has kept. */
@NullMarked
package io.duetime.embedded.crash;

import org.jspecify.annotations.NullMarked;
