/** The {@code load} command: reads jobs from lines of JSON and sends them in batches. */
@NullMarked
package io.duetime.cli.load;

import org.jspecify.annotations.NullMarked;
