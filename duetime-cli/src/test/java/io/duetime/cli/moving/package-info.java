/** The commands that move jobs from other systems, against those systems. */
@NullMarked
package io.duetime.cli.moving;

import org.jspecify.annotations.NullMarked;
