/** Commands about dead jobs: list, redrive and purge. */
@NullMarked
package io.duetime.cli.dead;

import org.jspecify.annotations.NullMarked;
