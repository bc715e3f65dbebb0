"""From the formats to the hub, each way naming what it leaves behind."""
