@NullMarked
package io.duetime.cli.target;

import org.jspecify.annotations.NullMarked;
