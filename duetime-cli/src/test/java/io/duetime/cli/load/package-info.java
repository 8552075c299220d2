/** The {@code load} command, also when calls fail halfway. */
@NullMarked
package io.duetime.cli.load;

import org.jspecify.annotations.NullMarked;
