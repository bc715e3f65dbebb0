"""The rules on the hub: links and joints, whatever the format that describes them."""
