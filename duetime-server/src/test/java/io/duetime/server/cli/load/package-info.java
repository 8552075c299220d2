/** The {@code load} command, also when calls fail halfway. */
@NullMarked
package io.duetime.server.cli.load;

import org.jspecify.annotations.NullMarked;
